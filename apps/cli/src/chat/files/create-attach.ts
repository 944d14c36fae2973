import type { Runtime } from '@hermes/runtime'
import type { PendingImages } from '../../attachments/pending-images.js'
import type { WithSkills } from '../../setup/preload-skills.js'
import type { Mentioned } from './file-mentions.js'

export interface AttachOptions {
  readonly runtime: Runtime
  readonly images: PendingImages
  /** Adds the skills chosen at the start to the first message. */
  readonly withSkills: WithSkills
}

/** Builds messages from typed text, skills, the contents of mentioned files, and pending images. */
export function createAttach({ runtime, images, withSkills }: AttachOptions) {
  const { environment, paths, config } = runtime
  return async (text: string): Promise<Pick<Mentioned, 'content' | 'problems'>> => {
    const { withMentions } = await import('./file-mentions.js')
    const { content, problems } = await withMentions(await withSkills(text), {
      environment,
      agentHome: paths.home,
      mode: config.security.workspace_only ? 'workspace-only' : 'default',
    })
    const joined = await images.join(content, text)
    return { content: joined.content, problems: [...problems, ...joined.problems] }
  }
}
