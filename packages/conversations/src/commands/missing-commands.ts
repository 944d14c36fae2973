import { english } from '@hermes/safety/language'

/** Slash commands of the Hermes Agent in Python that no surface has, by name: the replacement, or why there is none. One sentence each. */
export const missingCommands: Readonly<Record<string, string>> = {
  prompt: english`Ctrl+G edits the input in \`$EDITOR\`.`,
  compose: english`Ctrl+G edits the input in \`$EDITOR\`.`,
  snapshot: english`\`hermes backup\` writes a copy, and \`hermes import\` restores it.`,
  snap: english`\`hermes backup\` writes a copy, and \`hermes import\` restores it.`,
  moa: english`Hermes does not mix the answers of several models.`,
  worktree: english`\`hermes -w\` starts in a worktree of its own, and \`hermes worktree list\` shows them.`,
  'codex-runtime': english`The loop of Hermes runs every turn.`,
  details: instead('/verbose'),
  footer: english`\`display.status_bar\` in config.yaml shows or hides it.`,
  statusbar: english`\`display.status_bar\` in config.yaml shows or hides it.`,
  sb: english`\`display.status_bar\` in config.yaml shows or hides it.`,
  battery: english`The system shows the battery.`,
  indicator: english`There is one indicator.`,
  redraw: english`Ctrl+L draws the screen again.`,
  mouse: english`The mouse is the terminal's own.`,
  browser: english`Hermes does not control a browser; its web tools read pages.`,
  curator: instead('hermes curator'),
  kanban: english`There are no boards of tasks; \`hermes queue\` shows the work that waits, and \`hermes cron\` plans it.`,
  plugins: instead('hermes plugins list'),
  copy: english`Select the text and copy it as the terminal does.`,
  wake: english`The terminal has no microphone.`,
  pet: english`There are no pets.`,
  hatch: english`There are no pets.`,
  palette: english`\`/\` opens a menu of the commands.`,
  platforms: instead('hermes status --all'),
  gateway: instead('hermes status --all'),
  topup: english`There is no portal.`,
  subscription: english`There is no portal.`,
  upgrade: english`There is no portal.`,
  export: instead('hermes profile export'),
  import: instead('hermes profile import'),
  update: english`To update, run \`git pull\` in the clone of Hermes, and the launcher rebuilds it at the next start.`,
  egress: instead('/network'),
  restart: english`\`/reload\` reads the settings again, and \`hermes gateway restart\` restarts the gateway.`,
  topic: english`A topic of Telegram is a session of its own.`,
  group: english`The settings of groups are in config.yaml.`,
}

function instead(command: string): string {
  return english`Use \`${command}\` instead.`
}
