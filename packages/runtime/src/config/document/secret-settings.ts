import { nameKind } from '@hermes/safety/redact'

/** Sections that hold environment variables and headers for other programs. Any of their values may be a secret. */
const foreign = new Set(['env', 'headers', 'docker_env'])

/** Whether a setting with this name, or in this section, may hold a secret. */
export function mayHoldSecrets(name: string, section = name): boolean {
  return nameKind(name) !== undefined || foreign.has(section)
}

/** Whether a text consists only of a reference to a variable, such as `${GITHUB_TOKEN}`. */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && /^(?:Bearer )?\$\{[^}]{1,200}\}$/.test(value)
}
