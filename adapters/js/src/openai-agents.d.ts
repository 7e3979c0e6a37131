import type { Decide, Permission, Recorder, RecorderOptions } from "./index.js";

export interface ForAgents {
  readonly recorder: Recorder;
  /** Options for tool(), like those given. */
  options<T extends object>(options: T): T;
  /** Records the allow and then tells the run. */
  approve(state: any, item: any, o?: Permission & { alwaysApprove?: boolean }): Promise<void>;
  /** Records the denial and then tells the run. */
  reject(state: any, item: any, o?: Permission & { alwaysReject?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export function forAgents(options?: RecorderOptions & { recorder?: Recorder; approve?: Decide }): ForAgents;
