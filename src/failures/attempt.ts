/** One finished call of a message, as the session file and the host's events tell it. */
export interface Attempt {
  readonly tool: string;
  /** The JSON text of the arguments; the raw text when it was no JSON object. */
  readonly arguments: string;
  /** Whether the arguments were no JSON object. */
  readonly malformed: boolean;
  readonly failed: boolean;
  /** The text of the result. */
  readonly text: string;
  /** The exit code a tool reports beside its text. */
  readonly exitCode?: number;
  /** Whether another extension refused the call. What is not known is judged by the words of the result. */
  readonly blocked: boolean;
  /** When the result came, in milliseconds since the epoch. */
  readonly at: number;
}
