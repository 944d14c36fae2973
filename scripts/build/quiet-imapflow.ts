import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Leaves out pino, 90 kB with what it needs: imapflow imports it for a logger of its own, which it makes only for clients that are given none, and
 * Hermes gives each `logger: false`.
 */
export const quietImapflow: Plugin = {
  name: 'quiet-imapflow',
  setup(build) {
    build.onLoad({ filter: /[/\\]imapflow[/\\]dist[/\\]\w+[/\\]logger\.js$/ }, () => ({
      contents: `
        const ignore = () => {}
        const logger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore }
        export const createConnectionLogger = () => logger`,
    }))
  },
}
