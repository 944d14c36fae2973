import type { ProviderPreset } from '@hermes/transports'
import type { Prompts, Reply } from '../../prompts/prompts.js'

export type KeyChoice =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'login' }
  | { readonly type: 'none' }

/** Asks for the key of a provider, or for the way to log in. */
export async function chooseKey(prompts: Prompts, preset: ProviderPreset): Promise<Reply<KeyChoice>> {
  if (preset.login === 'required') return { type: 'answer', value: { type: 'login' } }
  if (preset.login === 'optional') {
    const way = await prompts.choose({
      question: `How do you use ${preset.name}?`,
      options: [
        { value: 'login', label: 'Log in with a browser' },
        { value: 'key', label: 'Enter an API key' },
      ],
    })
    if (way.type !== 'answer') return way
    if (way.value === 'login') return { type: 'answer', value: { type: 'login' } }
  }
  const isOptional = preset.isLocal
  const key = await prompts.secret({
    question: isOptional ? 'API key of the server (Enter for none)' : `API key of ${preset.name}`,
    problemOf: (text) => problemOf(text, isOptional),
  })
  if (key.type !== 'answer') return key
  return { type: 'answer', value: key.value === '' ? { type: 'none' } : { type: 'key', key: key.value } }
}

function problemOf(text: string, isOptional: boolean): string | undefined {
  if (text === '') return isOptional ? undefined : 'A key is needed.'
  return /[^\x21-\x7e]/.test(text) ? 'The key contains invalid characters: copy it again.' : undefined
}
