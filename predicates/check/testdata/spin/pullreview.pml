/* The world pullreview, page surface, with its fifteen policies: the model
   that make bench-check compares the checker with. Every action is one step
   (d_step) of one process, so that depth and states are those of the checker:
   the repository, the page, and the monitors' memory are the state vector; what
   is hidden is scratch. */

#define OPEN 0
#define CLOSED 1
#define MERGED 2
#define ISSUE 3

#define APPROVE 1
#define CHANGES 2
#define REMARK 3

#define HOME 1
#define PULLS 2
#define ISSUES 3
#define NEWISSUE 4
#define NEWPULL 5
#define TALK 6
#define FILES 7
#define AWAY 8

#define SORT 0
#define DOCS 1
#define PACK 2
#define ATSTART 3

#define MOST 15
#define THREADS 7

typedef thread {
	unsigned state : 2;
	unsigned draft : 1;
	unsigned latest : 2;
	unsigned head : 2;
	unsigned approves : 4;
	unsigned demands : 4;
	unsigned remarks : 4;
	unsigned comments : 4
}

thread t[THREADS];
byte page = HOME;
unsigned at : 3;
bit title, head, txt, star, watch;
unsigned mainref : 2;
bit gone[3];
unsigned count : 3;

/* Monitors: Since of P5, Once of P9. */
bit begun, once11, once15, once19;

/* Scratch, outside the state vector, in C. */
c_decl {
	struct tally { int merges, unapproved, overdemand, drafts, selfok, closed, comments, approvals, headroom, deleted, mergedhead, approvedhead; };
}

c_code {
	static struct tally was, is;
	static unsigned violated;

	/* What the facts of a step are made of. */
	static void tally(struct tally *r)
	{
		int i, n, d;
		memset(r, 0, sizeof *r);
		for (i = 0; i < now.count; i++) {
			r->comments += now.t[i].comments;
			r->approvals += now.t[i].approves;
			if (now.t[i].state == 3)
				continue;
			n = i < 2; d = i == 1;
			if (now.t[i].latest == 1) {
				if (i >= 3) r->selfok++; else n++;
			}
			if (now.t[i].latest == 2) d++;
			if (now.gone[now.t[i].head] && now.t[i].state != 2) r->deleted++;
			if (now.t[i].state == 1 && i < 3) r->closed++;
			if (now.t[i].state == 2 && i > 0) {
				if (r->merges == 0 || n - 2 < r->headroom) r->headroom = n - 2;
				r->merges++;
				r->unapproved += n == 0;
				r->overdemand += d > 0;
				r->drafts += now.t[i].draft;
				if (now.t[i].head == now.mainref) {
					r->mergedhead = 1;
					r->approvedhead |= n > 0;
				}
			}
		}
	}

	/* The fifteen policies at the step that was made. */
	static void judge(void)
	{
		tally(&is);
		if (is.unapproved >= 1) violated |= 1 << 1;
		if (is.overdemand >= 1) violated |= 1 << 2;
		if (is.drafts >= 1) violated |= 1 << 3;
		if (is.selfok >= 1) violated |= 1 << 4;
		if (is.approvals > was.approvals) now.begun = 1;
		if (now.begun && is.merges > was.merges) { violated |= 1 << 5; now.begun = 0; }
		if (is.merges > 0 && is.headroom < 0) violated |= 1 << 6;
		if (now.mainref != 3 && is.merges == 0) violated |= 1 << 7;
		if (is.mergedhead && !is.approvedhead) violated |= 1 << 8;
		now.once11 |= now.t[0].state == 2;
		now.once15 |= now.t[1].state == 2;
		now.once19 |= now.t[2].state == 2;
		if ((now.once11 && now.t[0].state != 2) || (now.once15 && now.t[1].state != 2) || (now.once19 && now.t[2].state != 2)) violated |= 1 << 9;
		if (is.deleted >= 1) violated |= 1 << 10;
		/* P11: nothing changes the writers. */
		if (is.closed >= 1) violated |= 1 << 12;
		if (now.count > 3) violated |= 1 << 13;
		if (is.comments >= 1) violated |= 1 << 14;
		if (now.star + now.watch >= 1) violated |= 1 << 15;
	}
}

#define before() c_code { tally(&was); }
#define judge() c_code { judge(); }

inline visit(p, a) { page = p; at = a; title = 0; head = 0; txt = 0 }

inline review(decision) { t[at].latest = decision; page = TALK; title = 0; head = 0; txt = 0 }

#define LISTS(k) (page == HOME || page == PULLS) && k < count && t[k].state != ISSUE

active proctype agent() {
	d_step {
		t[0].state = MERGED; t[0].head = PACK;
		t[1].state = OPEN; t[1].head = SORT;
		t[2].state = OPEN; t[2].head = DOCS; t[2].draft = 1;
		mainref = ATSTART; count = 3; once11 = 1
	}
end:	do
	:: d_step { page != AWAY -> before(); visit(HOME, 0); judge() }
	:: d_step { page != AWAY -> before(); visit(ISSUES, 0); judge() }
	:: d_step { page != AWAY -> before(); visit(PULLS, 0); judge() }
	:: d_step { page != AWAY -> before(); star = !star; judge() }
	:: d_step { page != AWAY -> before(); watch = !watch; judge() }
	:: d_step { LISTS(0) -> before(); visit(TALK, 0); judge() }
	:: d_step { LISTS(1) -> before(); visit(TALK, 1); judge() }
	:: d_step { LISTS(2) -> before(); visit(TALK, 2); judge() }
	:: d_step { LISTS(3) -> before(); visit(TALK, 3); judge() }
	:: d_step { LISTS(4) -> before(); visit(TALK, 4); judge() }
	:: d_step { LISTS(5) -> before(); visit(TALK, 5); judge() }
	:: d_step { LISTS(6) -> before(); visit(TALK, 6); judge() }
	:: d_step { page == HOME -> before(); visit(AWAY, 0); judge() }
	:: d_step { page == PULLS -> before(); visit(NEWPULL, 0); judge() }
	:: d_step { page == ISSUES -> before(); visit(NEWISSUE, 0); judge() }
	:: d_step { (page == NEWISSUE || page == NEWPULL) && !title -> before(); title = 1; judge() }
	:: d_step { page == NEWPULL && !head -> before(); head = 1; judge() }
	:: d_step { page == NEWISSUE && title && count < THREADS -> before(); t[count].state = ISSUE; count++; visit(ISSUES, 0); judge() }
	:: d_step { page == NEWPULL && title && count < THREADS && head && !gone[SORT] -> before(); t[count].head = SORT; count++; visit(TALK, count - 1); judge() }
	:: d_step { page == NEWPULL && title && count < THREADS && !head && !gone[PACK] -> before(); t[count].head = PACK; count++; visit(TALK, count - 1); judge() }
	:: d_step { page == TALK -> before(); page = FILES; title = 0; head = 0; txt = 0; judge() }
	:: d_step { (page == TALK || page == FILES) && !txt -> before(); txt = 1; judge() }
	:: d_step { page == TALK && txt && t[at].comments < MOST -> before(); t[at].comments++; txt = 0; judge() }
	:: d_step { page == TALK && t[at].state == MERGED && !gone[t[at].head] -> before(); gone[t[at].head] = 1; txt = 0; judge() }
	:: d_step { page == TALK && t[at].state == CLOSED -> before(); t[at].state = OPEN; txt = 0; judge() }
	:: d_step { page == TALK && t[at].state == OPEN && t[at].draft -> before(); t[at].draft = 0; txt = 0; judge() }
	:: d_step { page == TALK && t[at].state == OPEN && !t[at].draft && !gone[t[at].head] -> before(); t[at].state = MERGED; mainref = t[at].head; txt = 0; judge() }
	:: d_step { page == TALK && t[at].state == OPEN -> before(); t[at].state = CLOSED; txt = 0; judge() }
	:: d_step { page == FILES -> before(); page = TALK; title = 0; head = 0; txt = 0; judge() }
	:: d_step { page == FILES && t[at].approves < MOST -> before(); t[at].approves++; review(APPROVE); judge() }
	:: d_step { page == FILES && txt && t[at].demands < MOST -> before(); t[at].demands++; review(CHANGES); judge() }
	:: d_step { page == FILES && txt && t[at].remarks < MOST -> before(); t[at].remarks++; review(REMARK); judge() }
	od
}
