import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Leaves out all languages of zod but the one in use: 300 kB that each start would read, because `zod` exports them as one object. */
export const englishZod: Plugin = {
  name: 'english-zod',
  setup(build) {
    build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
    }))
  },
}
