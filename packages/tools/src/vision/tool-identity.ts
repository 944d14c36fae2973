/** The tool of this folder without its code: settings are checked against it before any tool is loaded. */
export const visionAnalyzeIdentity = { name: 'vision_analyze', toolset: 'vision' }
