// What every harness needs; the wrappers of single harnesses are modules of their own.
export { argsHash, canonical, JSONError } from "./canon.js";
export { Client, ConfigError, RefusedError, UnrecordedError } from "./client.js";
export { decode, encode, EventError, newEvent } from "./event.js";
export { Call, DeniedError, Recorder } from "./recorder.js";
