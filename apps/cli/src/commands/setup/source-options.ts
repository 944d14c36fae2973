import type { PromptOption } from '../../prompts/prompts.js'
import type { ModelSource } from './find-sources.js'

/** Returns the list of providers, with what was found for each. */
export function sourceOptions(sources: readonly ModelSource[]): readonly PromptOption<ModelSource>[] {
  return sources.map((source) => ({ value: source, label: described(source) }))
}

function described({ preset, found }: ModelSource): string {
  const { name } = preset
  switch (found.type) {
    case 'server':
      return `${name}: runs at ${found.server.baseUrl}, models: ${found.server.models.length}`
    case 'variable':
      return `${name}: key found in ${found.name}`
    case 'credential':
      return `${name}: key or login found`
    case 'nothing':
      return missing(preset)
  }
}

function missing({ id, name, isLocal, login }: ModelSource['preset']): string {
  if (id === 'custom') return `${name}: any OpenAI-compatible address`
  if (isLocal) return `${name}: not running on this machine`
  if (id === 'bedrock') return `${name}: needs AWS credentials`
  if (login === 'required') return `${name}: needs a login`
  return login === 'optional' ? `${name}: needs a login or a key` : `${name}: needs a key`
}
