/** A model's name without the additions of providers. */
export interface CanonicalName {
  /** Only comparable with other canonical names. */
  readonly name: string
  /** The variant of a router (`free`, `nitro`), which has its own price. Empty for the standard one. */
  readonly variant: string
}

/**
 * Normalises a name, so that all names of one model are equal:
 *
 * - The maker is removed (`anthropic/claude-opus-4.7`, `accounts/fireworks/models/...`, `us.anthropic.claude-...`).
 * - The release date is removed (`-20251001`, `-2024-11-20`, `@20251001`), and so are `-latest`, `@default` and Bedrock's `-v1:0`.
 * - The variant of a router (`:free`) is returned separately.
 * - Letters become lower case, and dots become dashes.
 *
 * Everything else belongs to the name: `gpt-5.4-mini` differs from `gpt-5.4`, `deepseek-r1-0528` from `deepseek-r1`, and `qwen3:8b` from
 * `qwen3`.
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
