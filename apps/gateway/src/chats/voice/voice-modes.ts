import type { ConversationKey } from '@hermes/conversations'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

/** Which answers are also spoken: `on` those to voice messages, `tts` all, `off` none. */
export type VoiceMode = z.infer<typeof modeSchema>

export const voiceModes = ['on', 'tts', 'off'] as const

/** The modes of conversations. They survive restarts and `/new`. */
export interface VoiceModes {
  /** Returns the mode, which is `off` unless it was set. */
  of(key: ConversationKey): Promise<VoiceMode>
  set(key: ConversationKey, mode: VoiceMode): Promise<void>
}

const namespace = 'chat-voice'
const modeSchema = z.enum(voiceModes)

export function createVoiceModes(values: ValueTable): VoiceModes {
  return {
    of: async (key) => storedValue(modeSchema, await values.get(namespace, key)) ?? 'off',
    async set(key, mode) {
      await values.update(namespace, key, () => (mode === 'off' ? undefined : mode))
    },
  }
}
