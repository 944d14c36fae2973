import type { PromptOption } from '../../prompts/prompts.js'
import { plural } from '../../render/format.js'
import type { ModelSource } from './find-sources.js'

/** The list of providers, with what was found of each. */
export function sourceOptions(sources: readonly ModelSource[]): readonly PromptOption<ModelSource>[] {
  return sources.map((source) => ({ value: source, label: `${source.preset.name}: ${stateOf(source)}` }))
}

function stateOf({ preset, found }: ModelSource): string {
  switch (found.type) {
    case 'server':
      return `runs at ${found.server.baseUrl} with ${plural(found.server.models.length, 'model')}`
    case 'variable':
      return `key found in ${found.name}`
    case 'credential':
      return 'key or login found'
    case 'nothing':
      return missing(preset)
  }
}

function missing({ id, isLocal, login }: ModelSource['preset']): string {
  if (id === 'custom') return 'any OpenAI-compatible address'
  if (isLocal) return 'not running on this machine'
  if (id === 'bedrock') return 'needs AWS credentials'
  if (login === 'required') return 'needs a login'
  return login === 'optional' ? 'needs a login or a key' : 'needs a key'
}
