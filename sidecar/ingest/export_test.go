package ingest

// Kill ends the embedded server as a fault would, without any of Close's care.
func (s *Server) Kill() { s.ns.Shutdown() }
