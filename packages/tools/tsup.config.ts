import { defineConfig } from 'tsup'
import { thirdPartyNotices } from '../../scripts/build/third-party-notices.ts'
import { library, turndownWithoutDom } from '../../tsup.base.ts'

export default defineConfig(
  library(
    [
      'src/index.ts',

      'src/checkpoints/index.ts',
      'src/code/index.ts',
      'src/delegate/index.ts',
      'src/identities.ts',
      'src/pins/index.ts',
      'src/session-search/index.ts',
      'src/vision/index.ts',
      'src/web/index.ts',
    ],
    {
      // Most of what these two would install is not used.
      noExternal: ['@babel/parser', 'turndown'],
      esbuildPlugins: [thirdPartyNotices(import.meta.dirname)],
      esbuildOptions(esbuild) {
        esbuild.alias = { turndown: turndownWithoutDom(import.meta.dirname) }
      },
    },
  ),
)
