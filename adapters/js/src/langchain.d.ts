import type { Decide, Permission, Recorder, RecorderOptions } from "./index.js";

/** The middleware; createMiddleware is LangChain's own function. */
export function varekMiddleware<M>(options: RecorderOptions & { createMiddleware: (o: any) => M; recorder?: Recorder; approve?: Decide }): M & { varek: Recorder };

/** Records the decisions of humanInTheLoopMiddleware, before they are handed to resume. */
export function recordDecisions(recorder: Recorder, actionRequests: readonly { name: string; args: unknown }[], decisions: readonly any[], by?: Permission): Promise<void>;
