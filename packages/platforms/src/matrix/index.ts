import { definePlatform } from '@hermes/core/extension'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

export { createMatrix, type MatrixServices } from './create-matrix.js'
export { type MatrixOptions, matrixOptions } from './matrix-options.js'

export default definePlatform({
  id: 'matrix',
  options: matrixOptions,
  create: async (options, services) => createMatrix(options, services),
})
