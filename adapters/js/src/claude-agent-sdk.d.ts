import type { Permission, Recorder, RecorderOptions } from "./index.js";

/** Options for query(), with ours added to those given. */
export function varekOptions<T extends object>(options?: T, settings?: RecorderOptions & { recorder?: Recorder; approver?: Permission }): T & { hooks: Record<string, unknown[]> };
