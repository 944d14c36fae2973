import { ConfigError, StoreError } from '@hermes/core'

/** The command that helps with an error: libraries say what is wrong, and know nothing of commands. `undefined`: none does. */
export function commandFor(error: unknown): string | undefined {
  if (StoreError.is(error)) return error.kind === 'corrupt' ? 'hermes sessions repair' : undefined
  if (!ConfigError.is(error)) return undefined
  const [section, provider] = error.path.split('.')
  if (section === 'credentials') return `hermes auth list ${provider ?? ''}`.trimEnd()
  return error.cause instanceof AggregateError ? 'hermes config check' : undefined
}
