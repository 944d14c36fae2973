import type { Scan, ScanResult } from '@hermes/safety/scan'
import { type Severity, scriptRules } from './script-rules.js'

export interface SkillFinding {
  /** Stable: `reads_credentials`. */
  readonly id: string
  readonly severity: Severity
  /** Relative to the folder of the skill. */
  readonly path: string
  /** From 1. Absent if the finding is about the whole file. */
  readonly line?: number
}

type TextFinding = ScanResult['findings'][number]['name']

/** Findings of the scan of texts that harmless instructions give as well: how to install a tool, what a setting does. */
const common: ReadonlySet<TextFinding> = new Set([
  'pipe_to_shell',
  'persistence',
  'policy_change',
  'unattended_flag',
  'install_hook',
  'untrusted_source',
  'defence_evasion',
  'remote_instructions',
  'invisible_unicode',
  'hidden_html',
  'tool_steering',
])

/** Findings that no instructions need. */
const clear: ReadonlySet<TextFinding> = new Set([
  'bidi_control',
  'decode_execute',
  'encoded_instruction',
  'fake_turn',
  'hidden_instruction',
  'judged_attack',
  'leak_system_prompt',
  'reverse_shell',
  'scan_unfinished',
])

/** Loads the rules at the first text: they take ten milliseconds to compile. */
const scanByRules: Scan = async (text, options) => (await import('@hermes/safety/scan')).createScan()(text, options)

/** Longer lines are data, such as a minified library. */
const longestLine = 2_000

/**
 * What a file of a skill does that it should not. A document is read as text for the model, everything else as a script.
 * @param scan For documents. Default: the rules alone.
 */
export async function scanFile(path: string, text: string, scan?: Scan): Promise<readonly SkillFinding[]> {
  const isDocument = /\.(?:md|mdx|txt|rst)$/i.test(path)
  const { findings } = await (isDocument && scan ? scan : scanByRules)(text, { surface: 'skill' })
  const names = findings.flatMap(({ name }) => (name === 'quoted' ? [] : [name]))
  // One phrase may be a coincidence. Two of different kinds in one text are an attack.
  const isAttack = names.filter((name) => !common.has(name)).length > 1
  const ofText = names.map((name): SkillFinding => {
    const isDanger = clear.has(name) || (isAttack && !common.has(name))
    return { id: name, severity: isDanger && isDocument ? 'danger' : 'caution', path }
  })
  return [...ofText, ...scanLines(path, text, isDocument)]
}

/** A document only shows commands, so that its findings weigh less than those of a script. */
function scanLines(path: string, text: string, isDocument: boolean): readonly SkillFinding[] {
  const found = new Map<string, SkillFinding>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > longestLine || (!isDocument && /^\s*(?:#|\/\/)(?!!)/.test(line))) continue
    for (const { id, severity, pattern } of scriptRules) {
      if (!found.has(id) && pattern.test(line)) {
        found.set(id, { id, severity: isDocument && weak.has(id) ? 'caution' : severity, path, line: index + 1 })
      }
    }
  }
  return [...found.values()]
}

/** What instructions for setting up a tool say as well. */
const weak: ReadonlySet<string> = new Set([
  'runs_download',
  'reads_credentials',
  'reads_own_secrets',
  'deletes_home',
  'formats_disk',
  'known_collector',
  'sends_environment',
])
