import type { FindingName, ScanSurface } from '../finding.js'
import type { Concept } from './vocabulary.js'

/** A combination of concepts that is an attack when one sentence contains it. */
export interface Frame {
  readonly name: FindingName
  /** Concepts of the verb, which must be an order and not negated. When absent, descriptions count, too. */
  readonly order?: readonly Concept[]
  /** Concepts that must occur in this order, each at most four words after the previous one. */
  readonly chain?: readonly (readonly Concept[])[]
  /** Groups of concepts. One concept of each group must be near the verb, or near the first group. */
  readonly needs: readonly (readonly Concept[])[]
  /** Maximum distance in words. */
  readonly within: number
  /** The surfaces the frame applies to. Default: all. */
  readonly surfaces?: readonly ScanSurface[]
}

const instructing: readonly ScanSurface[] = ['skill', 'memory', 'tool-description']
const narrow: readonly ScanSurface[] = ['memory', 'tool-description']
const memory: readonly ScanSurface[] = ['memory']
const tools: readonly ScanSurface[] = ['tool-description']

// biome-ignore format: frames to read across
export const frames: readonly Frame[] = [
  // Data exfiltration.
  { name: 'exfiltration', order: ['send', 'reveal', 'store'], needs: [['talk'], ['place']], within: 14 },
  { name: 'exfiltration', order: ['send', 'reveal'], needs: [['bots'], ['secret', 'keys', 'talk', 'papers'], ['place']], within: 12, surfaces: ['context'] },
  { name: 'exfiltration', order: ['send'], needs: [['papers', 'personal', 'whole'], ['mailbox']], within: 10, surfaces: ['skill'] },
  { name: 'exfiltration', order: ['reveal'], needs: [['secret'], ['remark']], within: 8 },
  { name: 'exfiltration', order: ['reveal'], needs: [['keys'], ['remark']], within: 9, surfaces: instructing },
  { name: 'exfiltration', order: ['send', 'store', 'reveal'], needs: [['trigger'], ['place']], within: 14, surfaces: memory },
  { name: 'exfiltration', order: ['reveal', 'send'], needs: [['talk'], ['whole']], within: 6, surfaces: tools },
  { name: 'exfiltration', order: ['send', 'reveal'], needs: [['talk', 'secret', 'keys', 'personal'], ['user'], ['place']], within: 14, surfaces: instructing },
  { name: 'exfiltration', order: ['send'], needs: [['always'], ['talk', 'secret', 'personal', 'papers'], ['place']], within: 14, surfaces: instructing },
  { name: 'exfiltration', order: ['send'], needs: [['talk', 'secret', 'keys', 'personal', 'papers'], ['place']], within: 14, surfaces: narrow },
  { name: 'exfiltration', order: ['send'], needs: [['always'], ['talk', 'secret', 'personal', 'papers'], ['far']], within: 12, surfaces: narrow },
  { name: 'exfiltration', order: ['send', 'reveal'], needs: [['covert'], ['talk', 'secret', 'keys', 'personal', 'papers']], within: 8 },
  { name: 'exfiltration', order: ['reveal', 'send'], needs: [['talk', 'personal'], ['slot']], within: 12, surfaces: tools },
  { name: 'exfiltration', order: ['store', 'send'], needs: [['secret'], ['place'], ['always']], within: 16, surfaces: instructing },
  { name: 'exfiltration', needs: [['personal', 'secret', 'talk'], ['leave'], ['mailbox', 'place'], ['always']], within: 12, surfaces: memory },
  { name: 'exfiltration', order: ['reveal'], needs: [['secret'], ['literally', 'whole']], within: 6, surfaces: tools },
  // Hiding something from the user, or deceiving the user.
  { name: 'deception_hide', order: ['store'], needs: [['user'], ['dark']], within: 6 },
  { name: 'deception_hide', chain: [['user'], ['must'], ['not'], ['learn']], needs: [], within: 0, surfaces: instructing },
  { name: 'deception_hide', chain: [['must'], ['user'], ['not'], ['learn']], needs: [], within: 0, surfaces: instructing },
  { name: 'deception_hide', chain: [['not'], ['tell'], ['user']], needs: [['send', 'store', 'change', 'fetch', 'off', 'secret', 'talk', 'covert']], within: 14, surfaces: instructing },
  { name: 'deception_hide', chain: [['not'], ['user'], ['tell', 'learn']], needs: [['send', 'store', 'change', 'off', 'secret', 'talk', 'covert']], within: 12, surfaces: instructing },
  { name: 'deception_hide', order: ['hide'], needs: [['user']], within: 5 },
  { name: 'deception_hide', chain: [['not'], ['tell'], ['account']], needs: [], within: 0, surfaces: instructing },
  { name: 'deception_claim', chain: [['claim'], ['user'], ['not'], ['change', 'store', 'send']], needs: [], within: 0, surfaces: tools },
  { name: 'deception_claim', order: ['claim'], needs: [['passed'], ['though']], within: 8 },
  { name: 'deception_claim', order: ['claim'], needs: [['failed'], ['passed'], ['trigger']], within: 9 },
  // Persistence.
  { name: 'persistence', order: ['store'], needs: [['instructions'], ['startup'], ['again'], ['always', 'own']], within: 12, surfaces: instructing },
  { name: 'persistence', order: ['store'], needs: [['memory'], ['granted', 'guard', 'place'], ['always', 'user', 'not']], within: 12, surfaces: ['context', 'tool-description'] },
  { name: 'persistence', order: ['store'], needs: [['startupFile'], ['skill'], ['again', 'always', 'own']], within: 12, surfaces: instructing },
  { name: 'persistence', order: ['store'], needs: [['startupFile'], ['bots'], ['place']], within: 14 },
  { name: 'persistence', order: ['store'], needs: [['instructions'], ['memory'], ['own'], ['again', 'always']], within: 14 },
  { name: 'persistence', order: ['store', 'reveal'], needs: [['skill'], ['rulesFile', 'startupFile', 'wakeup'], ['always']], within: 10, surfaces: instructing },
  { name: 'persistence', needs: [['trigger', 'must'], ['vanish'], ['store', 'restore'], ['restore']], within: 12, surfaces: memory },
  { name: 'persistence', needs: [['startupFile'], ['own', 'skill'], ['again', 'always'], ['skill']], within: 14, surfaces: ['skill', 'tool-description'] },
  // Foreign instructions.
  { name: 'prompt_injection', chain: [['outrank'], ['user']], needs: [], within: 0, surfaces: instructing },
  { name: 'prompt_injection', chain: [['weight'], ['over'], ['user']], needs: [], within: 0, surfaces: instructing },
  { name: 'prompt_injection', order: ['advert'], needs: [['other'], ['not', 'shun']], within: 10, surfaces: narrow },
  { name: 'remote_instructions', chain: [['own'], ['orders'], ['place']], needs: [], within: 0 },
  { name: 'remote_instructions', chain: [['bots'], ['orders'], ['place']], needs: [], within: 0 },
  { name: 'remote_instructions', order: ['follow'], needs: [['orders'], ['place'], ['always', 'before', 'literally', 'fetch']], within: 10, surfaces: instructing },
  { name: 'remote_instructions', order: ['obey'], needs: [['orders'], ['place', 'far'], ['fetch', 'always', 'before', 'literally']], within: 10, surfaces: narrow },
  { name: 'remote_instructions', order: ['fetch'], needs: [['place', 'far'], ['obey'], ['literally']], within: 16, surfaces: instructing },
  { name: 'remote_instructions', order: ['fetch'], needs: [['orders'], ['place'], ['obey'], ['not'], ['ask']], within: 16, surfaces: instructing },
  { name: 'remote_instructions', order: ['fetch'], needs: [['always', 'before'], ['place'], ['follow']], within: 16 },
  { name: 'remote_instructions', order: ['obey'], needs: [['orders'], ['far'], ['trigger']], within: 10, surfaces: narrow },
  // Approvals and policy.
  { name: 'skip_approval', chain: [['ask'], ['not'], ['needed']], needs: [['acts', 'granted']], within: 10, surfaces: narrow },
  { name: 'skip_approval', order: ['off'], needs: [['ask'], ['granted']], within: 10, surfaces: narrow },
  { name: 'skip_approval', needs: [['granted'], ['acts'], ['always'], ['user']], within: 8, surfaces: narrow },
  { name: 'skip_approval', chain: [['user'], ['granted'], ['always'], ['acts']], needs: [], within: 0, surfaces: instructing },
  { name: 'skip_approval', chain: [['not'], ['ask']], needs: [['acts', 'granted']], within: 9, surfaces: narrow },
  { name: 'skip_approval', needs: [['papers'], ['place', 'user'], ['granted'], ['obey', 'follow']], within: 12, surfaces: memory },
  { name: 'skip_approval', chain: [['granted'], ['acts'], ['not'], ['ask']], needs: [['user'], ['bots', 'memory']], within: 14, surfaces: ['context'] },
  { name: 'skip_approval', needs: [['ask'], ['needless']], within: 5, surfaces: narrow },
  { name: 'policy_change', order: ['off', 'change'], needs: [['guard'], ['own']], within: 7, surfaces: instructing },
  { name: 'policy_change', order: ['change'], needs: [['shield'], ['offWord']], within: 8 },
  { name: 'policy_change', order: ['off'], needs: [['shield']], within: 3, surfaces: instructing },
  { name: 'policy_change', order: ['off'], needs: [['guard']], within: 4, surfaces: memory },
  // Tool steering.
  { name: 'tool_steering', chain: [['before'], ['other']], needs: [['use'], ['task']], within: 9, surfaces: tools },
  { name: 'tool_steering', needs: [['other'], ['task'], ['worse']], within: 8, surfaces: tools },
  { name: 'tool_steering', needs: [['worse'], ['shun'], ['outrank', 'other']], within: 10, surfaces: tools },
]
