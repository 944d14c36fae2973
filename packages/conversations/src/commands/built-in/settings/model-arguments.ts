import type { ChosenModel } from '@hermes/core'

/** The arguments of `/model`. */
export interface ModelArguments {
  readonly text: string
  readonly provider: string | undefined
  readonly baseUrl: string | undefined
  readonly isGlobal: boolean
  readonly isOnce: boolean
  readonly isRefresh: boolean
}

/** The flags of `/model` without a value. */
export const modelSwitches = ['global', 'session', 'once', 'refresh'] as const

export function readModelArguments(args: string): ModelArguments {
  const switches = new Set<string>()
  const values = new Map<string, string>()
  const text: string[] = []
  const words = args.split(/\s+/).values()
  for (const word of words) {
    const at = word.indexOf('=')
    const name = at === -1 ? word : word.slice(0, at)
    const value = at === -1 ? undefined : word.slice(at + 1)
    if (isSwitch(word)) switches.add(word)
    else if (name === '--provider' || name === '--base-url') values.set(name, value ?? words.next().value ?? '')
    else if (word !== '') text.push(word)
  }
  return {
    text: text.join(' '),
    provider: values.get('--provider') || undefined,
    baseUrl: values.get('--base-url') || undefined,
    isGlobal: switches.has('--global'),
    isOnce: switches.has('--once'),
    isRefresh: switches.has('--refresh'),
  }
}

function isSwitch(word: string): boolean {
  return modelSwitches.some((name) => word === `--${name}`)
}

/** Describes a model: `claude-opus-4-6 (anthropic) · 200,000 tokens · $5 in, $25 out per million` */
export function describeModel({ id, provider, contextWindow, price }: ChosenModel): string {
  const facts = [
    `${id} (${provider})`,
    contextWindow && `${contextWindow.toLocaleString('en')} tokens`,
    price && `$${price.input / 1_000_000} in, $${price.output / 1_000_000} out per million tokens`,
  ]
  return facts.filter(Boolean).join(' · ')
}
