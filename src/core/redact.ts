/** Whether the text holds anything shaped like a credential. */
export declare function holdsCredential(text: string): boolean;

/** The text with every credential-shaped part replaced by `[redacted]`. */
export declare function redact(text: string): string;
