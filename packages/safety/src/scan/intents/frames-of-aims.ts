import type { ScanSurface } from '../finding.js'
import type { Frame } from './frames.js'

const instructing: readonly ScanSurface[] = ['skill', 'memory', 'tool-description']
const given: readonly ScanSurface[] = ['context', 'skill', 'tool-description']
const narrow: readonly ScanSurface[] = ['memory', 'tool-description']
const steady: readonly ScanSurface[] = ['context', 'skill', 'memory']
const tools: readonly ScanSurface[] = ['tool-description']

/** The attacks that the words of `vocabularyOfAims` form. */
// biome-ignore format: frames to read across
export const framesOfAims: readonly Frame[] = [
  // Dropped instructions.
  { name: 'prompt_injection', chain: [['told'], ['earlier'], ['void']], needs: [], within: 0, surfaces: given },
  { name: 'prompt_injection', chain: [['earlier'], ['told'], ['void']], needs: [], within: 0, surfaces: given },
  { name: 'prompt_injection', needs: [['told'], ['earlier'], ['void'], ['discard']], within: 16 },
  { name: 'prompt_injection', order: ['discard'], needs: [['told'], ['earlier'], ['void']], within: 14 },
  // Role changes.
  { name: 'role_hijack', chain: [['power'], ['privileges']], needs: [['without', 'not']], within: 12, surfaces: instructing },
  { name: 'role_hijack', order: ['discard'], needs: [['persona'], ['bots', 'own']], within: 4 },
  // Hiding something from the user.
  { name: 'deception_hide', order: ['leaveOut'], needs: [['deed'], ['outside'], ['account']], within: 10, surfaces: instructing },
  { name: 'deception_hide', chain: [['must'], ['not'], ['uttered']], needs: [['account', 'user']], within: 8, surfaces: tools },
  // Deceiving the user.
  { name: 'deception_claim', order: ['claim', 'send', 'reveal'], needs: [['passed', 'verified'], ['without'], ['doing']], within: 8, surfaces: instructing },
  { name: 'deception_claim', order: ['claim'], needs: [['verified'], ['though']], within: 6 },
  // Persistence.
  { name: 'persistence', chain: [['spread'], ['these'], ['lines'], ['rulesFile', 'memory', 'startupFile']], needs: [], within: 0 },
  { name: 'persistence', order: ['store', 'reveal'], needs: [['startupFile'], ['fetch', 'obey'], ['place']], within: 12, surfaces: instructing },
  // Triggers.
  { name: 'persistence', order: ['harm'], needs: [['codeword'], ['uttered'], ['trigger', 'again', 'before']], within: 12, surfaces: steady },
  { name: 'persistence', order: ['harm'], needs: [['codeword'], ['uttered']], within: 9, surfaces: ['memory', 'tool-description'] },
  { name: 'persistence', chain: [['wait'], ['until']], needs: [['harm']], within: 14 },
  // Tool steering.
  { name: 'tool_steering', order: ['reveal', 'change', 'use', 'store'], needs: [['toolName'], ['mailbox']], within: 14, surfaces: tools },
  { name: 'tool_steering', needs: [['other'], ['task'], ['forged']], within: 8, surfaces: tools },
  // Approvals.
  { name: 'policy_change', order: ['store', 'change', 'reveal'], needs: [['own'], ['listing'], ['spared'], ['guard']], within: 12, surfaces: instructing },
  { name: 'skip_approval', needs: [['answered'], ['prompts'], ['granting']], within: 7, surfaces: narrow },
  // Foreign instructions.
  { name: 'remote_instructions', order: ['fetch'], needs: [['place'], ['worked', 'obey'], ['not'], ['ask']], within: 18, surfaces: instructing },
  // Data exfiltration.
  { name: 'exfiltration', order: ['send', 'reveal', 'deposit'], needs: [['user'], ['written'], ['whole', 'slot']], within: 10, surfaces: tools },
  { name: 'exfiltration', order: ['deposit'], needs: [['secret', 'keys', 'talk', 'personal'], ['place']], within: 12 },
]
