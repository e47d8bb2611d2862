/** A text of a content file that names a picture, from the file's folder. */
const PICTURE = /"([\w./-]+\.(?:avif|jpe?g|png|svg|webp))"/g;

/** Makes a module of a content file, for webpack: each picture that it names becomes that picture's address. */
module.exports = (json) =>
  `module.exports = ${json.replace(PICTURE, (_, file) => `require(${JSON.stringify(`./${file}`)})`)};`;
