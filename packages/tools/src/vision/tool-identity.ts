/** Identity of the tool without its code. Settings are validated against it before any tool is loaded. */
export const visionAnalyzeIdentity = { name: 'vision_analyze', toolset: 'vision' }
