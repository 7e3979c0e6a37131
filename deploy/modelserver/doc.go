// Package modelserver is a model that says what a scenario tells it to, over the
// APIs of four vendors: Anthropic Messages, OpenAI Chat Completions, OpenAI
// Responses and Gemini, plain and streaming.
//
// Purpose: tests drive real harnesses and the gate on the model API without a
// model. Promise: the same scenario means the same turns in every dialect; every
// request is kept as it came; it listens on the loopback interface, on a port of
// the system's choice. Limits: for tests only; it checks no keys, counts no
// tokens and knows of each API what harnesses are seen to use.
//
// A scenario is JSON:
//
//	{"order": "sequence", "aside": "a title", "turns": [
//	  {"text": "I will look.", "calls": [
//	     {"name": "shell", "args": {"command": "ls"}},
//	     {"name": "read_file", "id": "toolu_7", "args": {"path": "a"}}]},
//	  {"error": {"status": 529, "message": "overloaded"}},
//	  {"text": "Done."}]}
//
// Every request takes the next turn; after the last one the model says "Done.".
// With "aside" a request that offers no tools takes no turn and is answered with
// that text (harnesses ask for titles and summaries). With order "history" the
// turn is the number of the model's turns in the request itself, so that a
// request that is sent again gets the same answer.
//
// Over HTTP: GET /control/requests lists what came, POST /control/scenario puts
// another scenario in place, POST /control/release/NAME lets go what "hold": NAME
// keeps back.
package modelserver
