import { isSection, type Section } from '../../../schema/section.js'
import { toLogLevel } from '../../document/to-log-level.js'
import { valueIn } from '../../document/value-at.js'
import { withSetting } from '../config-layers.js'

/** A value that only the Hermes Agent in Python has, and what is used instead. */
export interface ReplacedValue {
  readonly path: readonly string[]
  readonly value: unknown
  /** What is used, as the end of the sentence "... is not a value here: ". */
  readonly instead: string
}

/** Replaces values of the Hermes Agent in Python where a start without them is safe. Others are left for the validation to report. */
export function withKnownValues(given: Section): {
  readonly values: Section
  readonly replaced: readonly ReplacedValue[]
} {
  const replaced = [...simpleValues(given), ...efforts(given), ...pools(given), ...fallbacks(given), ...toolsets(given)]
  const values = replaced.reduce((changed, { path, value }) => withSetting(changed, path, value), given)
  return { values, replaced }
}

function simpleValues(given: Section): readonly ReplacedValue[] {
  const found: ReplacedValue[] = []
  if (valueIn(given, ['prompt_caching', 'cache_ttl']) === 'auto') {
    found.push({ path: ['prompt_caching', 'cache_ttl'], value: '5m', instead: '5m is used; 1h and off are the others' })
  }
  const level = valueIn(given, ['logging', 'level'])
  const here = typeof level === 'string' ? toLogLevel(level) : level
  if (here !== level) {
    found.push({ path: ['logging', 'level'], value: here, instead: `${here} is used` })
  }
  return found
}

/** The highest effort here is `max`. */
function efforts(given: Section): readonly ReplacedValue[] {
  const tasks = isSection(given.auxiliary) ? Object.keys(given.auxiliary).map((task) => ['auxiliary', task]) : []
  return [['agent'], ['delegation'], ...tasks]
    .map((section) => [...section, 'reasoning_effort'])
    .filter((path) => valueIn(given, path) === 'ultra')
    .map((path) => ({ path, value: 'max', instead: 'max, the highest, is used' }))
}

function pools({ credential_pool_strategies: strategies }: Section): readonly ReplacedValue[] {
  if (!isSection(strategies)) return []
  return Object.entries(strategies)
    .filter(([, strategy]) => strategy === 'quota_aware')
    .map(([provider]) => ({
      path: ['credential_pool_strategies', provider],
      value: 'fill_first',
      instead: 'fill_first is used; least_used is another one',
    }))
}

/** The window of a model belongs to the model. */
function fallbacks({ fallback_providers: chain }: Section): readonly ReplacedValue[] {
  if (!Array.isArray(chain)) return []
  const hasWindow = (entry: unknown) => isSection(entry) && 'context_length' in entry
  if (!chain.some(hasWindow)) return []
  const value = chain.map((entry: unknown) => {
    if (!isSection(entry)) return entry
    const { context_length: _, ...rest } = entry
    return rest
  })
  return [{ path: ['fallback_providers'], value, instead: 'context_length of an entry belongs to model_overrides' }]
}

/** Toolsets that exist there only: nothing of them could be on. */
const foreignToolsets: ReadonlySet<string> = new Set(
  'browser computer_use homeassistant image_gen kanban moa rl spotify video video_gen yuanbao'.split(' '),
)

function toolsets(given: Section): readonly ReplacedValue[] {
  const disabled = valueIn(given, ['agent', 'disabled_toolsets'])
  const { custom_toolsets: custom } = given
  const found: ReplacedValue[] = []
  if (Array.isArray(disabled)) {
    const gone = disabled.filter((name) => foreignToolsets.has(String(name)))
    const value = disabled.filter((name) => !gone.includes(name))
    if (gone.length > 0) {
      found.push({ path: ['agent', 'disabled_toolsets'], value, instead: `there is no ${gone.join(', ')} to disable` })
    }
  }
  for (const [name, bundle] of isSection(custom) ? Object.entries(custom) : []) {
    if (!isSection(bundle)) continue
    const value = [bundle.tools, bundle.includes].flatMap((list) => (Array.isArray(list) ? list : []))
    found.push({ path: ['custom_toolsets', name], value, instead: 'its tools are used; a bundle is a list here' })
  }
  return found
}
