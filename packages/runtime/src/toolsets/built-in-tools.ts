import type { Tool } from '@hermes/core'
import { textToSpeechIdentity } from '@hermes/media/identities'
import { memoryIdentity } from '@hermes/memory/identities'
import { sendMessageIdentity } from '@hermes/platforms/identities'
import { cronjobIdentity } from '@hermes/scheduler/identities'
import { skillManageIdentity, skillsListIdentity, skillViewIdentity } from '@hermes/skills/identities'
import { toolIdentities } from '@hermes/tools/identities'

/** The tools that ship with Hermes. Which of them an agent has depends on the settings and the machine. */
export const builtInTools: readonly Pick<Tool, 'name' | 'toolset'>[] = [
  ...toolIdentities,
  memoryIdentity,
  skillsListIdentity,
  skillViewIdentity,
  skillManageIdentity,
  cronjobIdentity,
  sendMessageIdentity,
  textToSpeechIdentity,
]
