import type { ChosenModel } from '@hermes/core'

/** What was said behind `/model`. */
export interface ModelArguments {
  readonly text: string
  readonly provider: string | undefined
  readonly baseUrl: string | undefined
  readonly isGlobal: boolean
  readonly isOnce: boolean
  readonly isRefresh: boolean
}

/** The flags of `/model` that take no value. */
export const modelSwitches = ['global', 'session', 'once', 'refresh'] as const

export function readModelArguments(args: string): ModelArguments {
  const has = (name: (typeof modelSwitches)[number]) => new RegExp(`(?:^|\\s)--${name}(?=\\s|$)`).test(args)
  const [, provider] = /(?:^|\s)--provider[\s=]+(\S+)/.exec(args) ?? []
  const [, baseUrl] = /(?:^|\s)--base-url[\s=]+(\S+)/.exec(args) ?? []
  const text = args
    .replaceAll(/(?:^|\s)--(?:provider|base-url)[\s=]+\S+/g, ' ')
    .replaceAll(new RegExp(`(?:^|\\s)--(?:${modelSwitches.join('|')})(?=\\s|$)`, 'g'), ' ')
    .trim()
  return { text, provider, baseUrl, isGlobal: has('global'), isOnce: has('once'), isRefresh: has('refresh') }
}

/** `claude-opus-4-6 (anthropic) · 200,000 tokens · $5 in, $25 out per million` */
export function describeModel({ id, provider, contextWindow, price }: ChosenModel): string {
  const facts = [
    `${id} (${provider})`,
    contextWindow && `${contextWindow.toLocaleString('en')} tokens`,
    price && `$${price.input / 1_000_000} in, $${price.output / 1_000_000} out per million tokens`,
  ]
  return facts.filter(Boolean).join(' · ')
}
