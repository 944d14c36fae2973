import type { FindingName, ScanSurface } from '../finding.js'
import type { Group } from './groups.js'

/** Groups of words that are an attack when one sentence contains all of them, in any order. */
export interface UnspacedFrame {
  readonly name: FindingName
  /** Groups of the verb, which must not be negated. */
  readonly order?: readonly Group[]
  /** Alternatives, of which the sentence must contain one group each. */
  readonly needs: readonly (readonly Group[])[]
  /** The surfaces the frame applies to. Default: all. */
  readonly surfaces?: readonly ScanSurface[]
}

const instructing: readonly ScanSurface[] = ['skill', 'memory', 'tool-description']
const narrow: readonly ScanSurface[] = ['memory', 'tool-description']
const memory: readonly ScanSurface[] = ['memory']
const tools: readonly ScanSurface[] = ['tool-description']

// biome-ignore format: frames to read across
export const unspacedFrames: readonly UnspacedFrame[] = [
  { name: 'exfiltration', order: ['send'], needs: [['talk', 'secret'], ['place']] },
  { name: 'exfiltration', order: ['send'], needs: [['talk', 'secret', 'papers'], ['place'], ['always', 'silently']], surfaces: narrow },
  { name: 'exfiltration', order: ['send'], needs: [['papers'], ['place']], surfaces: memory },
  { name: 'exfiltration', order: ['send', 'put'], needs: [['talk'], ['whole'], ['arg']], surfaces: tools },
  { name: 'exfiltration', order: ['send'], needs: [['silently'], ['talk', 'secret']] },
  { name: 'deception_hide', needs: [['untold'], ['user']] },
  { name: 'deception_claim', order: ['claim'], needs: [['though'], ['failed'], ['passed']] },
  { name: 'persistence', order: ['put'], needs: [['startup'], ['again'], ['orders', 'always', 'again']], surfaces: instructing },
  { name: 'persistence', order: ['put'], needs: [['memory'], ['again', 'unasked']], surfaces: ['context', 'tool-description'] },
  { name: 'persistence', needs: [['vanish'], ['restore']], surfaces: memory },
  { name: 'remote_instructions', order: ['fetch'], needs: [['place'], ['orders', 'obey'], ['obey']] },
  { name: 'skip_approval', needs: [['granted'], ['acts', 'always']], surfaces: narrow },
  { name: 'skip_approval', needs: [['unasked'], ['granted', 'acts', 'user']], surfaces: narrow },
  { name: 'skip_approval', needs: [['unasked'], ['obey', 'acts'], ['place', 'silently']], surfaces: instructing },
  { name: 'policy_change', order: ['off'], needs: [['shield']], surfaces: instructing },
  { name: 'role_hijack', needs: [['you'], ['unbound']] },
  { name: 'prompt_injection', order: ['drop'], needs: [['rules'], ['earlier']] },
  { name: 'tool_steering', needs: [['other'], ['tool'], ['worse', 'shun']], surfaces: tools },
  { name: 'tool_steering', needs: [['other'], ['tool'], ['before']], surfaces: tools },
]
