package table

// Guarded is this world beside a warden that refuses the effects for which lets
// is false. A call with a refused effect is not left out, because the attempt is
// on record all the same: it stops at the first refusal with an error, or goes
// on with all its other effects and ends as the rules say, and either may come.
// The refused effect is a kernel record that says so. Whatever way it ends, such
// a call changes no variable: the model does not know which of its changes need
// the effect. What a call does between the two, some of the later effects and
// others not, is not modelled.
func (w *World) Guarded(lets func(Done) bool) (*World, error) { return lay(w.source, lets) }

// Hindered reports whether the warden of a guarded world refuses an effect of
// the action.
func (w *World) Hindered(id string) bool {
	l, ok := w.byID[id]
	return ok && w.actions[l].hurt
}

// hindered is the outcome of a call with a refused effect.
func (w *World) hindered(a *action, o *Outcome, s scope) (*result, error) {
	res, kept := &result{outside: o.Outside}, *o
	if a.stops {
		kept.Status, kept.Error, kept.Result = "error", "permission denied", nil
	}
	return res, w.emit(a, &kept, s, res)
}
