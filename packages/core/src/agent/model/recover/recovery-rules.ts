import { askForMoreRoom } from './ask-for-more-room.js'
import { askWithoutThinking } from './ask-without-thinking.js'
import { breakRepetition } from './break-repetition.js'
import { continueAnnouncement } from './continue-announcement.js'
import { continueText } from './continue-text.js'
import { nudgeSilence } from './nudge-silence.js'
import type { RecoveryRule } from './recovery.js'

/** The rules, in the order in which they are tried. */
export const recoveryRules: readonly RecoveryRule[] = [
  breakRepetition,
  askForMoreRoom,
  askWithoutThinking,
  continueText,
  nudgeSilence,
  continueAnnouncement,
]
