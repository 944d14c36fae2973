import { isRecord } from '@hermes/safety'

/** Returns the variable that a value of OpenClaw refers to, as `${NAME}` or `{ source: 'env', id: 'NAME' }`. */
export function variableOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^(?:Bearer )?\$\{([A-Z_][A-Z0-9_]*)\}$/.exec(value.trim())?.[1]
  if (!isRecord(value) || value.source !== 'env' || typeof value.id !== 'string') return undefined
  return /^[A-Z_][A-Z0-9_]*$/.test(value.id) ? value.id : undefined
}
