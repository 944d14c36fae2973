import type { Scan, ScanResult } from '@hermes/safety/scan'
import { type Severity, scriptRules } from './script-rules.js'

export interface SkillFinding {
  /** The stable id: `reads_credentials`. */
  readonly id: string
  readonly severity: Severity
  /** The path relative to the folder of the skill. */
  readonly path: string
  /** The line number, from 1. Absent if the finding is about the whole file. */
  readonly line?: number
}

type TextFinding = ScanResult['findings'][number]['name']

/**
 * Findings of the text scan that harmless instructions also cause, such as how to install a tool or what a setting
 * does.
 */
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

/** Loads the rules with the first text, because they take ten milliseconds to compile. */
const scanByRules: Scan = async (text, options) => (await import('@hermes/safety/scan')).createScan()(text, options)

/** Maximum length of a line. Longer lines are data, such as a minified library. */
const longestLine = 2_000

/**
 * Finds what a file of a skill should not do. A document is scanned as text for the model, everything else as a script.
 * @param scan The scan for documents. Default: the rules alone.
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

/** Scans the lines of a file. A document only shows commands, so its findings weigh less than those of a script. */
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

/** Findings that instructions for setting up a tool also cause. */
const weak: ReadonlySet<string> = new Set([
  'runs_download',
  'reads_credentials',
  'reads_own_secrets',
  'deletes_home',
  'formats_disk',
  'known_collector',
  'sends_environment',
])
