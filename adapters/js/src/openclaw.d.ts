import type { Recorder, RecorderOptions } from "./index.js";

/** Registers with the plugin api; approve may give what the host is to ask. */
export function register(api: { on(event: string, handler: (...args: any[]) => any, options?: object): void }, settings?: RecorderOptions & { recorder?: Recorder; approve?: (event: any, context: any) => any }): Recorder;
