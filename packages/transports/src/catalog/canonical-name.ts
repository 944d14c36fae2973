/** Name of a model without the additions of providers. */
export interface CanonicalName {
  /** Normalized name, comparable only with other canonical names. */
  readonly name: string
  /** Variant of a router (`free`, `nitro`), which has its own price. Empty for the standard variant. */
  readonly variant: string
}

/**
 * Normalizes a name so that all names of one model are equal:
 *
 * - Removes the vendor (`anthropic/claude-opus-4.7`, `accounts/fireworks/models/...`, `us.anthropic.claude-...`).
 * - Removes the release date (`-20251001`, `-2024-11-20`, `@20251001`), `-latest`, `@default` and Bedrock's `-v1:0`.
 * - Returns the variant of a router (`:free`) separately.
 * - Converts letters to lower case and dots to dashes.
 *
 * Everything else is part of the name: `gpt-5.4-mini` differs from `gpt-5.4`, `deepseek-r1-0528` from `deepseek-r1`,
 * and `qwen3:8b` from `qwen3`.
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
