export type Config = Record<string, unknown>
