/** Bytes of one session's credentials file. */
export interface Credentials { user: string; password: string; inbox: string }

export interface ClientConfig {
  /** /adapter/<name> */
  source: string;
  /** With url and creds; without it they come from VAREK_SESSION, VAREK_NATS_URL, VAREK_NATS_CREDS. */
  session?: string;
  url?: string;
  creds?: Credentials;
  /** Milliseconds for one send with all its retries. */
  timeout?: number;
  env?: Record<string, string | undefined>;
}

export type Status = "ok" | "error" | "denied" | "cancelled" | "unknown";
export type Decision = "allow" | "deny" | "timeout" | "cancelled" | "withdraw";
export type Scope = "once" | "turn" | "session" | "always";

/** Who decided, and for how long it holds. */
export interface Permission {
  authority?: "human" | "rule" | "classifier" | "unknown";
  actor?: string;
  scope?: Scope;
  pattern?: string;
  rule?: string;
  ref?: string;
  inherited_from?: number;
}

export interface EventData {
  kind: "intent" | "permission" | "start" | "action" | "session" | "notice" | "gap";
  tool?: string;
  action_id?: string;
  args_json?: string;
  result_json?: string;
  error?: string;
  status?: Status;
  decision?: Decision;
  permission?: Permission;
  metadata?: Record<string, unknown>;
}

export interface Event { specversion: "1.0"; id: string; source: string; type: string; data: EventData; datacontenttype?: string }

/** The sidecar's answer to a stored event. */
export interface Stored { ok: true; seq: number; leaf: string; head: { n: number; h: string }; action_id?: string; dup?: boolean }

/** The record may not exist: the tool must not run. */
export class UnrecordedError extends Error {}
/** The sidecar's refusal. */
export class RefusedError extends UnrecordedError { code: string }
/** Environment, credentials or configuration are not usable. */
export class ConfigError extends UnrecordedError {}
/** An event that the sidecar would refuse for its form. */
export class EventError extends Error {}
/** Text or a value that is not admitted. */
export class JSONError extends Error {}
/** The call was denied and did not run. */
export class DeniedError extends Error {}

/** Events of one session. Connects at the first send and again after a loss. */
export class Client {
  constructor(config: ClientConfig);
  /** Resolves once the event is stored. @throws {UnrecordedError} */
  send(data: EventData, id?: string): Promise<Stored>;
  close(): Promise<void>;
}

export interface RecorderOptions {
  client?: Pick<Client, "send" | "close">;
  name?: string;
  harness?: Record<string, unknown>;
  /** Who answers where the harness asks and does not say who did. */
  approver?: Permission;
}

/** Ids by which the harness knows a call. */
export interface Native { call?: string; session?: string; agent?: string; turn?: string }

/** A decision about a call; args replace the call's. */
export interface Said extends Permission { decision?: Decision; args?: unknown; reason?: string }
export type Decide = (call: { tool: string; args: unknown; actionId: string }) => Said | undefined | Promise<Said | undefined>;

export interface Spec { tool: string; args?: unknown; native?: Native; start?: boolean; assurance?: string; call?: Call; decide?: Decide; decision?: Said }

/** One tool call on record: intent, permission, start, the tool, action. */
export class Recorder {
  constructor(options?: RecorderOptions);
  readonly client: Pick<Client, "send" | "close">;
  harness?: Record<string, unknown>;
  approver: Permission;
  send(data: EventData): Promise<Stored>;
  turn(): Promise<void>;
  begin(spec: Spec): Promise<Call>;
  withdraw(tool: string, by?: Permission): Promise<void>;
  foretell(tool: string, args: unknown, decision: Said): void;
  denied(spec: { tool: string; args?: unknown; native?: Native; decision?: Said }): Promise<void>;
  call<T>(spec: Spec, run: (args: any) => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export class Call {
  readonly id: string;
  readonly tool: string;
  args: unknown;
  readonly started: boolean;
  readonly decided: boolean;
  readonly ended: boolean;
  decide(said: Said): Promise<Stored>;
  pass(o: { decide?: Decide; decision?: Said; args?: unknown }): Promise<void>;
  start(): Promise<void>;
  /** @throws {UnrecordedError} where the tool may not run now */
  unchanged(): void;
  run<T>(run: (args: any) => T | Promise<T>): Promise<T>;
  fail(error: unknown): Promise<void>;
  end(outcome: { status: Status; result?: unknown; error?: string; metadata?: Record<string, unknown> }): Promise<void>;
}

/** The hash of arguments, by their canonical JSON text. @throws {JSONError} */
export function argsHash(text: string): string;
/** The canonical text of a value of plain JSON (RFC 8785). @throws {JSONError} */
export function canonical(value: unknown): string;
export function newEvent(source: string, data: EventData, id?: string): Event;
/** @throws {EventError} */
export function encode(event: Event): string;
/** @throws {EventError} */
export function decode(wire: string | Uint8Array): Event;
