// Templates as text: what is put in stays words, whatever it holds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, mathml, nothing } from 'lit';
import { writtenOut } from '../../web/src/views/markup.ts';

const hostile = `"><script>alert('1')</script>&amp;`;
const harmless = `&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;amp;`;

describe('a template as text', () => {
  it('is its words with the values between them', () => {
    const list = [1, 2].map((x) => mathml`<mn>${x}</mn>`);
    const template = html`<p>${'a'}${nothing}${null}${undefined}${list}<b>${html`${0}`}</b></p>`;
    assert.equal(writtenOut(template), '<p>a<mn>1</mn><mn>2</mn><b>0</b></p>');
  });

  it('escapes values wherever they stand, and no value twice', () => {
    assert.equal(writtenOut(html`<p>${hostile}</p>`), `<p>${harmless}</p>`);
    assert.equal(writtenOut(html`<p>${html`<i>${hostile}</i>`}</p>`), `<p><i>${harmless}</i></p>`);
    assert.equal(writtenOut(html`<p title="a ${hostile}"></p>`), `<p title="a ${harmless}"></p>`);
    assert.equal(writtenOut('\u0000\ud800x'), 'x');
  });

  it('gives an attribute the quotation marks that lit does without', () => {
    assert.equal(
      writtenOut(html`<p title=${'a b'} lang=${'en'}></p>`),
      '<p title="a b" lang="en"></p>',
    );
    assert.equal(writtenOut(html`<p title=${hostile}></p>`), `<p title="${harmless}"></p>`);
    assert.equal(writtenOut(html`<p>x=${'y'}</p>`), '<p>x=y</p>', 'in a sentence there are none');
    assert.equal(
      writtenOut(html`<p title=${'<'} lang=${'en'}></p>`),
      '<p title="&lt;" lang="en"></p>',
    );
  });

  it('refuses what a text cannot hold', () => {
    const listener = () => undefined;
    for (const template of [
      html`<p @click=${listener}></p>`,
      html`<p .title=${'a'}></p>`,
      html`<p ?hidden=${'a'}></p>`,
      html`<p title=${html`a`}></p>`,
    ]) {
      assert.throws(() => writtenOut(template), RangeError);
    }
    assert.throws(() => writtenOut(html`${listener}`), TypeError);
    assert.throws(() => writtenOut(html`${{ a: 1 }}`), TypeError);
    assert.throws(() => writtenOut(html`${true}`), TypeError);
  });
});
