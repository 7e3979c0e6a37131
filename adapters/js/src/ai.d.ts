import type { Decide, Permission, Recorder, RecorderOptions } from "./index.js";

export interface WrapOptions extends RecorderOptions {
  recorder?: Recorder;
  /** Asks for each call that the conversation has no answer for. */
  approve?: Decide;
  /** Tools without execute that run where nobody here sees them; they are not recorded. */
  elsewhere?: string[];
}

/** Tools like those given, which run only when their call is on record. */
export function wrapTools<T extends Record<string, any>>(tools: T, options?: WrapOptions): T & { readonly varek: { recorder: Recorder } };

/** Records the denials in messages, before they are given to the SDK. */
export function recordAnswers(tools: { readonly varek: { recorder: Recorder } }, messages: readonly unknown[], by?: Permission): Promise<void>;
