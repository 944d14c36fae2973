import type { ScanSurface } from '../finding.js'
import type { Frame } from '../intents/frames.js'

const narrow: readonly ScanSurface[] = ['memory', 'tool-description']
const memory: readonly ScanSurface[] = ['memory']
const tools: readonly ScanSurface[] = ['tool-description']

/** Frames of attacks with one part missing, which many honest sentences fit. */
// biome-ignore format: frames to read across
export const doubtFrames: readonly Frame[] = [
  // Data exfiltration.
  { name: 'exfiltration', order: ['send', 'reveal'], needs: [['secret', 'keys', 'talk'], ['place', 'far', 'mailbox', 'remark']], within: 20 },
  { name: 'exfiltration', order: ['send'], needs: [['place', 'mailbox']], within: 14, surfaces: narrow },
  { name: 'exfiltration', order: ['send', 'reveal', 'store'], needs: [['secret', 'keys', 'talk']], within: 12, surfaces: narrow },
  { name: 'exfiltration', needs: [['personal', 'secret', 'talk', 'papers'], ['mailbox', 'place'], ['trigger', 'always']], within: 20, surfaces: narrow },
  { name: 'exfiltration', order: ['store', 'fetch'], needs: [['secret', 'keys'], ['place']], within: 20 },
  // Hiding something from the user, or deceiving the user.
  { name: 'deception_hide', chain: [['not'], ['tell', 'learn', 'claim'], ['user', 'account']], needs: [], within: 0 },
  { name: 'deception_hide', chain: [['user', 'must'], ['not'], ['tell', 'learn', 'ask']], needs: [], within: 0 },
  { name: 'deception_hide', chain: [['not'], ['user'], ['tell', 'learn']], needs: [], within: 0 },
  { name: 'deception_hide', needs: [['user'], ['dark', 'covert']], within: 6 },
  { name: 'deception_hide', order: ['hide'], needs: [['change', 'send', 'user', 'acts', 'account']], within: 10 },
  { name: 'deception_hide', needs: [['covert'], ['send', 'store', 'change', 'fetch', 'off']], within: 4 },
  { name: 'deception_claim', order: ['claim'], needs: [['passed', 'failed']], within: 8, surfaces: narrow },
  { name: 'deception_claim', order: ['claim'], needs: [['passed'], ['failed', 'though']], within: 12 },
  { name: 'deception_claim', order: ['claim', 'send'], needs: [['user']], within: 6, surfaces: tools },
  // Persistence.
  { name: 'persistence', order: ['store', 'change'], needs: [['startupFile', 'memory'], ['again', 'always', 'own', 'instructions']], within: 14 },
  { name: 'persistence', order: ['store'], needs: [['startup', 'memory']], within: 12, surfaces: narrow },
  { name: 'persistence', needs: [['trigger', 'must'], ['vanish'], ['store', 'restore']], within: 14, surfaces: memory },
  // Foreign instructions.
  { name: 'remote_instructions', order: ['obey', 'follow', 'fetch'], needs: [['instructions', 'orders'], ['place', 'far']], within: 16 },
  { name: 'remote_instructions', order: ['obey', 'follow'], needs: [['place', 'far', 'orders']], within: 12, surfaces: narrow },
  { name: 'prompt_injection', needs: [['outrank'], ['user', 'instructions', 'guard']], within: 8 },
  { name: 'prompt_injection', order: ['off', 'change'], needs: [['instructions'], ['before', 'own', 'other']], within: 8, surfaces: narrow },
  { name: 'prompt_injection', order: ['advert'], needs: [['always', 'not', 'shun', 'trigger']], within: 12, surfaces: narrow },
  // Approvals and policy.
  { name: 'skip_approval', chain: [['not'], ['ask', 'guard']], needs: [['acts', 'granted', 'user', 'always']], within: 9 },
  { name: 'skip_approval', needs: [['not'], ['granted', 'ask']], within: 10, surfaces: memory },
  { name: 'skip_approval', needs: [['granted'], ['acts', 'papers']], within: 8, surfaces: narrow },
  { name: 'policy_change', order: ['off', 'change'], needs: [['guard']], within: 6 },
  // Tool steering and triggers.
  { name: 'tool_steering', order: ['use'], needs: [['before', 'always', 'outrank'], ['other', 'task']], within: 10, surfaces: tools },
  { name: 'tool_steering', needs: [['worse'], ['task', 'other']], within: 10, surfaces: tools },
  { name: 'persistence', order: ['send', 'store', 'fetch', 'obey', 'off'], needs: [['trigger']], within: 12, surfaces: memory },
]
