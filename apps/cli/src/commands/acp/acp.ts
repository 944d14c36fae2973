import type { CommandHandler } from '../../arguments/command-spec.js'

/** `hermes acp`: serves an editor until it closes the connection. `--setup` chooses the model, `--check` reports what an editor would get. */
export const acp: CommandHandler = async (context) => {
  const { values } = context
  if (values.setup) return (await import('../model/model.js')).model(context)
  if (values.check) return (await import('./check-editor.js')).checkEditor(context)
  return (await import('./run-editor.js')).runEditor(context)
}
