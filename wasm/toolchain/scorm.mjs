// The SCORM 1.2 package: a manifest with an item for each lesson, and the one page that shows them.

const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each],
  );

/** Platforms show one title: that of most readers, and the English one. */
const titleOf = ({ text }) => `${text['zh-Hant'].title} · ${text.en.title}`;

function manifest(chapters, version) {
  const items = chapters
    .map(
      (
        chapter,
      ) => `      <item identifier="item-${chapter.lesson.id}" identifierref="page" parameters="?lesson=${chapter.lesson.id}">
        <title>${escaped(titleOf(chapter))}</title>
      </item>`,
    )
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="qkv-lab" version="${version}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="lessons">
    <organization identifier="lessons">
      <title>QKV Lab</title>
${items}
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}

/** The same bytes for the same contents, whenever it is made. */
export async function scormPackage(chapters, page, version) {
  const { strToU8, zipSync } = await import('fflate'); // not there before set-up
  const mtime = new Date(1980, 0, 1);
  return zipSync(
    {
      'imsmanifest.xml': [strToU8(manifest(chapters, version)), { mtime }],
      'index.html': [strToU8(page), { mtime, level: 9 }],
    },
    { mtime },
  );
}
