import type { Recorder, RecorderOptions } from "./index.js";

/** Makes the plugin: export const Varek = varekPlugin(). */
export function varekPlugin(settings?: RecorderOptions & { recorder?: Recorder }): (input?: any) => Promise<Record<string, (...args: any[]) => Promise<void>>>;
