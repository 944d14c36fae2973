import type { SkinSource } from '../theme/skin-source.js'

/** Skins that are always available, by name. */
export const builtInSkins: Readonly<Record<string, SkinSource>> = {
  default: { description: 'the colors of the terminal', colors: {} },
  'color-blind': {
    description: 'blue and orange in place of green and red',
    colors: {
      accent: '#7a5cc2',
      success: '#2f8fd8',
      warning: '#c98a00',
      error: '#d55e00',
      keyword: '#b0679a',
      string: '#2f8fd8',
      code: '#2a9d9d',
      name: '#2a9d9d',
    },
    dark: { accent: '#b39df3', success: '#56b4e9', warning: '#e9c46a', error: '#ff8c42', string: '#56b4e9' },
  },
  mono: {
    description: 'disable colors',
    colors: {
      accent: 'none',
      muted: 'dim',
      success: 'none',
      warning: 'none',
      error: 'none',
      keyword: 'none',
      border: 'dim',
      status: 'dim',
    },
  },
  ares: {
    description: 'crimson and bronze',
    colors: {
      accent: '#d8433b',
      muted: '#93655c',
      warning: '#e0a04a',
      keyword: '#c79a55',
      code: '#cfa664',
      border: '#8c2f2a',
    },
    promptSign: '⚔',
    agentName: 'Ares',
  },
  slate: {
    description: 'cool blue',
    colors: {
      accent: '#6fa8ef',
      muted: '#6b7785',
      success: '#5cc79c',
      keyword: '#9a8cf0',
      code: '#8fb4e8',
      border: '#4a6cc9',
    },
  },
  daylight: {
    description: 'dark text and blue, for light backgrounds',
    colors: {
      accent: '#1f5fd6',
      muted: '#56657a',
      success: '#177a3c',
      warning: '#a8560c',
      error: '#b42020',
      keyword: '#7a2fb5',
    },
  },
  'warm-lightmode': {
    description: 'brown and gold, for light backgrounds',
    colors: {
      accent: '#8a4a17',
      muted: '#84705a',
      success: '#35752f',
      warning: '#b8560a',
      error: '#b8322a',
      keyword: '#7c3f58',
    },
  },
  poseidon: {
    description: 'deep blue and seafoam',
    colors: {
      accent: '#4fb2ec',
      muted: '#5b7d9c',
      success: '#62cfae',
      keyword: '#8fb8ff',
      code: '#84d6c9',
      border: '#2c6cb0',
    },
    promptSign: 'Ψ',
    agentName: 'Poseidon',
  },
  sisyphus: {
    description: 'shades of gray',
    colors: {
      accent: '#dedede',
      muted: '#7c7c7c',
      success: '#b4b4b4',
      warning: '#cfcfcf',
      error: '#f2f2f2',
      keyword: '#c4c4c4',
    },
    promptSign: '◉',
    agentName: 'Sisyphus',
  },
  charizard: {
    description: 'burnt orange and ember',
    colors: {
      accent: '#ef9136',
      muted: '#a47a4e',
      warning: '#f6bf55',
      error: '#e8503a',
      keyword: '#f3c58c',
      border: '#b9561c',
    },
    promptSign: '✦',
    agentName: 'Charizard',
  },
}
