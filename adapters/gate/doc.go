// Package gate stands between a harness and its model's API and records the tool
// calls that the model makes: Anthropic Messages, OpenAI Chat Completions,
// OpenAI Responses, Gemini; plain and streaming.
//
// Promise: a harness learns of a tool call only after the call's intent is
// acknowledged; until then the bytes of the call are kept back, and where it
// cannot be recorded the harness gets an error in the form of its API. Text before
// a call is not kept back. What passes, passes byte for byte and in order. Results
// are taken from the next request, once each however often a history is
// repeated, and stored before the request goes on. Keys and other headers are
// neither recorded nor logged. What cannot be read is not passed.
//
// Limits: it sees what the model asked for and what it was told, not who allowed
// it nor what ran: intents are observed, and no permission is ever made from them.
// OpenAI's forms do not say whether a call failed; its outcome is then unknown.
// Calls that the vendor serves itself (web search) are not the harness's. Without
// ids (Gemini) a result belongs to the oldest open call of its name. A path that is no known API
// passes, unless its answer is a stream or it is known to carry calls.
package gate
