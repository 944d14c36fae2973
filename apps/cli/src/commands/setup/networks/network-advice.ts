import { ConfigError, describeError } from '@hermes/core'
import { PlatformError } from '@hermes/core/platform'
import type { PlatformForm } from '@hermes/runtime'

/** What the user can do about a network that rejects its settings. */
export type NetworkRemedy =
  | { readonly type: 'field'; readonly field: string }
  | { readonly type: 'settings' | 'again' | 'save' | 'skip' }

export interface NetworkAdvice {
  /** What happened and what it means. */
  readonly text: string
  /** Possible remedies, most likely first. */
  readonly remedies: readonly NetworkRemedy[]
}

/** Explains why a network could not be used with its settings, and what may help. */
export function networkAdvice(error: unknown, { name, fields }: PlatformForm): NetworkAdvice {
  const text = describeError(error)
  const rest = [{ type: 'settings' }, { type: 'again' }, { type: 'save' }, { type: 'skip' }] as const
  if (ConfigError.is(error)) {
    const wrong = fields.find((field) => error.path === `platforms.${name}.${field.name}`)
    return { text, remedies: [...(wrong ? [{ type: 'field', field: wrong.name } as const] : []), ...rest] }
  }
  const kind = PlatformError.is(error) ? error.kind : undefined
  if (kind === 'auth') {
    const secrets = fields.filter(({ isSecret, isAsked }) => isSecret && isAsked)
    return { text, remedies: [...secrets.map((field) => ({ type: 'field', field: field.name }) as const), ...rest] }
  }
  const [settings, again, ...others] = rest
  if (kind === 'rate-limit') return { text: `${text} Wait a while.`, remedies: [again, settings, ...others] }
  const hint = 'Check the addresses, and that this machine is online.'
  return { text: kind === 'transient' ? `${text} ${hint}` : text, remedies: [again, settings, ...others] }
}
