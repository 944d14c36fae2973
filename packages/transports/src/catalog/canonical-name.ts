/** A model's name without what providers add to it. */
export interface CanonicalName {
  /** Compared with other canonical names only. */
  readonly name: string
  /** How a router is asked to serve it (`free`, `nitro`): another price for the same model. Empty for the usual way. */
  readonly variant: string
}

/**
 * Names that mean the same model become equal:
 *
 * - who made it (`anthropic/claude-opus-4.7`, `accounts/fireworks/models/...`, `us.anthropic.claude-...`) goes,
 * - the day of its release goes (`-20251001`, `-2024-11-20`, `@20251001`), and so do `-latest`, `@default` and Bedrock's
 *   `-v1:0`,
 * - the variant of a router (`:free`) is kept apart,
 * - case does not count, and a dot is a dash.
 *
 * Anything else is a part of the name: `gpt-5.4-mini` is not `gpt-5.4`, `deepseek-r1-0528` not `deepseek-r1`, and
 * `qwen3:8b` not `qwen3`.
 */
export function canonicalName(id: string): CanonicalName {
  const { 1: plain = id, 2: variant = '' } = /^(.*):(free|nitro|floor|online|exacto|extended|beta)$/i.exec(id) ?? []
  const name = plain
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:(?:us|eu|apac|au|jp|global)\.)?(?:[a-z][a-z0-9]*\.)(?=[a-z])/, '')
    .replace(/-v\d+(?::\d+)?$/, (version) => (version.includes(':') || plain.includes('anthropic.') ? '' : version))
    .replace(/(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2})|-latest|@default)$/, '')
    .replaceAll('.', '-')
  return { name, variant: variant.toLowerCase() }
}
