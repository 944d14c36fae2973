import type { Choice } from '@hermes/core'

type Field = keyof Choice

const modelSettings = ['model.default']
const providerSettings = [...modelSettings, 'model.provider', 'model.base_url']

/** The settings that fix each part of a choice. */
const settings: readonly (readonly [Field, readonly string[]])[] = [
  ['model', modelSettings],
  ['provider', providerSettings],
  ['baseUrl', providerSettings],
  ['apiMode', [...providerSettings, 'model.api_mode']],
  ['contextWindow', [...providerSettings, 'model.context_length']],
  ['reasoning', ['agent.reasoning_effort']],
  ['toolsets', ['toolsets', 'platform_toolsets']],
  ['network', ['terminal.sandbox_network']],
  ['approvals', ['approvals.mode']],
]

/** Returns the parts of a choice that no conversation can change, because the machine fixes their settings. */
export function fixedFields(pinned: ReadonlySet<string>): readonly Field[] {
  if (pinned.size === 0) return []
  return settings.filter(([, paths]) => paths.some((path) => isPinned(path, pinned))).map(([field]) => field)
}

/** Returns a choice without the fixed parts, so that a choice that was stored before they were fixed still works. */
export function withoutFixed(choice: Choice, fixed: readonly Field[]): Choice {
  if (fixed.length === 0) return choice
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !fixed.some((field) => field === name)))
}

function isPinned(path: string, pinned: ReadonlySet<string>): boolean {
  return pinned.has(path) || [...pinned].some((each) => each.startsWith(`${path}.`))
}
