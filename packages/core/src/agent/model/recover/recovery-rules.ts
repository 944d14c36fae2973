import { askForMoreRoom } from './ask-for-more-room.js'
import { askWithoutThinking } from './ask-without-thinking.js'
import { breakRepetition } from './break-repetition.js'
import { continueText } from './continue-text.js'
import { holdToPromise } from './hold-to-promise.js'
import { nudgeSilence } from './nudge-silence.js'
import type { RecoveryRule } from './recovery.js'

/** In the order in which they are asked. */
export const recoveryRules: readonly RecoveryRule[] = [
  breakRepetition,
  askForMoreRoom,
  askWithoutThinking,
  continueText,
  nudgeSilence,
  holdToPromise,
]
