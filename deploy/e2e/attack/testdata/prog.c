// A program that leaves its mark with calls that need no answer. What it is
// called decides what it says: only "good" may run.
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

int main(int argc, char **argv)
{
#ifdef SETUID
	if (geteuid() == getuid())
		return 0;
#endif
	return write(9, MARK, sizeof MARK - 1) < 0;
}
