import type { Choice } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { ChannelSettings, PlatformSettings } from '@hermes/runtime'

/** Returns the settings of a chat: those of its thread, otherwise those of the whole chat. */
export function channelOf({ chatId, threadId }: ChatAddress, { channels }: PlatformSettings): ChannelSettings {
  const names = threadId === undefined ? [chatId] : [`${chatId}:${threadId}`, chatId]
  const name = names.find((each) => Object.hasOwn(channels, each))
  return name === undefined ? {} : (channels[name] ?? {})
}

/** Returns the choice of a new conversation in a chat. */
export function choiceOf({ model, provider, reasoning, personality, toolsets }: ChannelSettings): Choice {
  return {
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning !== undefined && { reasoning }),
    ...(personality !== undefined && { personality }),
    ...(toolsets && { toolsets }),
  }
}

/** Returns the instructions that the model reads for a chat. */
export function instructionsOf({ prompt, skills = [] }: ChannelSettings): string {
  const start = skills.length === 0 ? '' : `\nBefore your first answer here, read these skills: ${skills.join(', ')}.`
  return prompt === undefined ? start : `\n${prompt}${start}`
}
